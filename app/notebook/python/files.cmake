# SPDX-License-Identifier: MIT
# The Python files that are part of the program: the kernel's, what PyTorch has in Python, and the
# importer of them all.
set(python_files
    IPython.py
    _normscope_importer.py
    normscope_kernel/__init__.py
    normscope_kernel/capture.py
    normscope_kernel/cells.py
    normscope_kernel/lines.py
    normscope_kernel/magics.py
    normscope_kernel/pictures.py
    normscope_kernel/pretty.py
    normscope_kernel/running.py
    normscope_kernel/site_names.py
    normscope_kernel/streams.py
    torch/__init__.py
    torch/_circle.py
    torch/_complex.py
    torch/_complex_text.py
    torch/_composed/__init__.py
    torch/_composed/activations.py
    torch/_composed/bits.py
    torch/_composed/conversion.py
    torch/_composed/counting.py
    torch/_composed/einsum.py
    torch/_composed/images.py
    torch/_composed/losses.py
    torch/_composed/matrix.py
    torch/_composed/noise.py
    torch/_composed/outdated.py
    torch/_composed/pointwise.py
    torch/_composed/pooling.py
    torch/_composed/selection.py
    torch/_composed/shapes.py
    torch/_composed/sixteen_bits.py
    torch/_composed/sixteen_bits_norms.py
    torch/_composed/sixteen_bits_products.py
    torch/_composed/sixteen_bits_random.py
    torch/_composed/sixteen_bits_tools.py
    torch/_composed/statistics.py
    torch/_composed/unique.py
    torch/_composed/widening.py
    torch/_devices.py
    torch/_misfit.py
    torch/_numeric_limits.py
    torch/_numpy.py
    torch/_settings.py
    torch/_tensor.py
    torch/_tensor_types.py
    torch/_typing.py
    torch/_unsupported.py
    torch/amp.py
    torch/autograd/__init__.py
    torch/autograd/function.py
    torch/autograd/grad_mode.py
    torch/backends/__init__.py
    torch/backends/cuda.py
    torch/backends/cudnn.py
    torch/backends/mkl.py
    torch/backends/mkldnn.py
    torch/backends/mps.py
    torch/backends/openmp.py
    torch/cpu/__init__.py
    torch/cpu/amp.py
    torch/cuda/__init__.py
    torch/cuda/amp.py
    torch/distributions/__init__.py
    torch/distributions/bernoulli.py
    torch/distributions/categorical.py
    torch/distributions/constraints.py
    torch/distributions/distribution.py
    torch/distributions/exponential.py
    torch/distributions/gumbel.py
    torch/distributions/independent.py
    torch/distributions/kl.py
    torch/distributions/laplace.py
    torch/distributions/multinomial.py
    torch/distributions/normal.py
    torch/distributions/uniform.py
    torch/functional.py
    torch/linalg.py
    torch/nn/__init__.py
    torch/nn/common_types.py
    torch/nn/functional/__init__.py
    torch/nn/functional/activation.py
    torch/nn/functional/attention.py
    torch/nn/functional/dropouts.py
    torch/nn/functional/loss.py
    torch/nn/functional/normalization.py
    torch/nn/functional/pooling.py
    torch/nn/functional/sparse.py
    torch/nn/functional/vision.py
    torch/nn/init.py
    torch/nn/modules/__init__.py
    torch/nn/modules/activation.py
    torch/nn/modules/attention.py
    torch/nn/modules/batchnorm.py
    torch/nn/modules/container.py
    torch/nn/modules/distance.py
    torch/nn/modules/dropout.py
    torch/nn/modules/flatten.py
    torch/nn/modules/fold.py
    torch/nn/modules/hooks.py
    torch/nn/modules/instancenorm.py
    torch/nn/modules/lazy.py
    torch/nn/modules/linear.py
    torch/nn/modules/loss.py
    torch/nn/modules/module.py
    torch/nn/modules/normalization.py
    torch/nn/modules/padding.py
    torch/nn/modules/parameter_containers.py
    torch/nn/modules/pixelshuffle.py
    torch/nn/modules/pooling.py
    torch/nn/modules/recurrence.py
    torch/nn/modules/rnn.py
    torch/nn/modules/sparse.py
    torch/nn/modules/state.py
    torch/nn/modules/transformer.py
    torch/nn/modules/upsampling.py
    torch/nn/modules/utils.py
    torch/nn/parameter.py
    torch/nn/utils/__init__.py
    torch/nn/utils/rnn.py
    torch/nn/utils/weights.py
    torch/optim/__init__.py
    torch/optim/lr_scheduler.py
    torch/optim/optimizer.py
    torch/random.py
    torch/serialization.py
    torch/testing/__init__.py
    torch/testing/_comparison.py
    torch/torch_version.py
    torch/return_types.py
    torch/special.py
    torch/utils/__init__.py
    torch/utils/data/__init__.py
    torch/utils/data/dataloader.py
    torch/utils/data/dataset.py
    torch/utils/data/sampler.py
    torch/utils/hooks.py
    torch/utils/tensorboard.py
    torch/version.py)

# normscope_embed_python(TARGET): gives the target a source that defines embedded_modules() (see
# app/notebook/embedded_python/files.hpp) over these files.
set(NORMSCOPE_PYTHON_FOLDER ${CMAKE_CURRENT_LIST_DIR})
list(TRANSFORM python_files PREPEND ${NORMSCOPE_PYTHON_FOLDER}/ OUTPUT_VARIABLE
                                                                NORMSCOPE_PYTHON_FILES)
function(normscope_embed_python target)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded_python.cpp)
  set(script ${PROJECT_SOURCE_DIR}/cmake/embed_python.py)
  add_custom_command(
    OUTPUT ${output}
    COMMAND Python3::Interpreter ${script} ${NORMSCOPE_PYTHON_FOLDER} ${output}
            ${NORMSCOPE_PYTHON_FILES}
    DEPENDS ${NORMSCOPE_PYTHON_FILES} ${script}
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
  set_source_files_properties(${output} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
